"""A program with an identity of its own: made by a person, then used without one.

gpuaas login
python service_account.py PROJECT
"""

import os
import sys
from uuid import UUID

from gpuaas import (
    Client,
    CreateServiceAccount,
    CreateServiceAccountKey,
    KeyKind,
    NotPermitted,
    ServiceAccountTokens,
    connect,
)

project = UUID(sys.argv[1])
person = connect()
server = os.environ.get("GPUAAS_SERVER", "http://127.0.0.1:8080")

account = person.machines.create_service_account(
    project, CreateServiceAccount(name="example", scopes=["allocations.read"])
)
try:
    key = person.machines.create_service_account_key(project, account.id, CreateServiceAccountKey(kind=KeyKind.SECRET))
    # The secret is shown this once; a real program reads it from where its operator keeps secrets.
    program = Client(server, ServiceAccountTokens(server, key.key.id, key.secret))
    print("it sees", len(program.allocations.list_allocations(project).items), "allocations")
    try:
        program.policies.list_policies()
    except NotPermitted as refusal:
        print("and no policies:", refusal.code)
finally:
    person.machines.delete_service_account(project, account.id)
