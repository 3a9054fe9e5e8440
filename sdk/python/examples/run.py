"""A program on a GPU of its own: allocate, run, read what it printed, give back.

gpuaas login
python run.py PROJECT
"""

import sys
from uuid import UUID

from gpuaas import CreateAllocation, connect

project = UUID(sys.argv[1])
client = connect()

finished = client.run(
    project,
    CreateAllocation(sku="h100-sxm-slice", count=1),
    ["sh", "-c", "nvidia-smi -L; echo $GREETING"],
    environment={"GREETING": "hello from the host"},
    on_progress=lambda one: print("  ", one.state.value),
).check()
print(finished.stdout.decode(), end="")
assert finished.complete and b"hello from the host" in finished.stdout
print("given back")
