"""Puts ids of things that exist into generated requests, and counts what was sent.

ContractFuzz.java starts schemathesis with this file. GPUAAS_FUZZ_WORLD names a JSON file with ids by the name of their
path parameter: "live" ones stay for the whole run, "spare" ones may be deleted or disabled by a request.
GPUAAS_FUZZ_COUNTS names the file the counts go to.
"""

import atexit
import collections
import json
import os
import random
import re

import schemathesis
from schemathesis.core.parameters import ParameterLocation

with open(os.environ["GPUAAS_FUZZ_WORLD"], encoding="utf-8") as file:
    WORLD = json.load(file)
COUNTS = {
    "cases": 0,
    "statuses": collections.Counter(),
    "operations": collections.Counter(),
    "limited": collections.Counter(),
    "passed": set(),
}
CHOICE = random.Random(19)
PARAMETER = re.compile(r"\{([a-z_]+)\}")

# These end what their last id names. The principals of the run and the places they are in must outlive it.
ENDING = {
    "suspendTenant",
    "reactivateTenant",
    "revokeAccess",
    "disableUser",
    "enableUser",
    "resetPassword",
    "setPlatformRoles",
    "setTenantMember",
    "setProjectMember",
    "retireNode",
    "quarantineNode",
    "revokeNodeCertificates",
    "retireSku",
    "revokeGateway",
}


@schemathesis.hook
def before_call(context, case, kwargs):
    component = case.meta.components.get(ParameterLocation.PATH) if case.meta else None
    if not case.path_parameters or (component is not None and not component.mode.is_positive):
        return
    names = PARAMETER.findall(case.path)
    operation = case.operation.definition.raw.get("operationId", "")
    ends = case.method.upper() == "DELETE" or operation in ENDING
    for name in names:
        spare = ends and name == names[-1]
        known = WORLD["spare" if spare else "live"].get(name, [])
        # One in eight keeps its made-up id: what is not there is a case of its own. Not where something ends, or a policy
        # is set: schemathesis remembers ids from answers, and would end its own principal or bring the limits back.
        if known and (spare or name == "policy_key" or CHOICE.random() < 0.875):
            case.path_parameters[name] = CHOICE.choice(known)


@schemathesis.hook
def after_call(context, case, response):
    operation = case.operation.definition.raw.get("operationId", "")
    COUNTS["cases"] += 1
    COUNTS["statuses"][str(response.status_code)] += 1
    COUNTS["operations"][operation] += 1
    if response.status_code == 429:
        COUNTS["limited"][operation] += 1
    # The answer to OPTIONS says nothing about the operation.
    if response.status_code < 400 and response.request.method != "OPTIONS":
        COUNTS["passed"].add(operation)


@atexit.register
def write_counts():
    counts = {**COUNTS, "operations": len(COUNTS["operations"]), "passed": len(COUNTS["passed"])}
    with open(os.environ["GPUAAS_FUZZ_COUNTS"], "w", encoding="utf-8") as file:
        json.dump(counts, file)
