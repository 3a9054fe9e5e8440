"""Two allocations at the same time, on asyncio.

export GPUAAS_SERVER=… GPUAAS_TOKEN=…
python two_at_once.py PROJECT
"""

import asyncio
import os
import sys
from uuid import UUID

from gpuaas import CreateAllocation
from gpuaas.aio import AsyncClient, wait_until_active, wait_until_released


async def use(client: AsyncClient, project: UUID, name: str) -> None:
    wanted = CreateAllocation(sku="h100-sxm-slice", count=1, name=name)
    created = await client.allocations.create_allocation(project, wanted)
    try:
        await wait_until_active(client.allocations, project, created.id)
        print(name, "is active")
    finally:
        await client.allocations.release_allocation(project, created.id)
        await wait_until_released(client.allocations, project, created.id)
        print(name, "is given back")


async def main() -> None:
    async with AsyncClient(os.environ["GPUAAS_SERVER"], os.environ["GPUAAS_TOKEN"]) as client:
        project = UUID(sys.argv[1])
        await asyncio.gather(*(use(client, project, name) for name in ("left", "right")))


asyncio.run(main())
