"""A GPU for a minute: what it costs, creating it, waiting for it, giving it back.

gpuaas login
python quickstart.py PROJECT
"""

import sys
from uuid import UUID

from gpuaas import Conflict, CreateAllocation, all_items, connect, wait_until_active, wait_until_released

SKU = "h100-sxm-slice"

project = UUID(sys.argv[1])
client = connect()

estimate = client.allocations.estimate_allocation(project, SKU, 1)
if estimate.hourly_cost:
    print(f"one {SKU} costs {estimate.hourly_cost.amount} {estimate.hourly_cost.currency} an hour")

try:
    wanted = CreateAllocation(sku=SKU, count=1, name="quickstart", labels={"example": "yes"})
    created = client.allocations.create_allocation(project, wanted)
except Conflict as refusal:
    sys.exit(f"not now: {refusal}")

try:
    active = wait_until_active(
        client.allocations, project, created.id, on_progress=lambda one: print("  ", one.state.value)
    )
    if active.access:
        print("sign in with:", active.access.command)
    mine = [one.name for one in all_items(client.allocations.list_allocations, project, label="example=yes")]
    print("found by its label:", mine[0])
finally:
    client.allocations.release_allocation(project, created.id)
    wait_until_released(client.allocations, project, created.id)
    print("given back")
