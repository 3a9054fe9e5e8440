#!/usr/bin/env bash
# Builds the SDK as others get it: a Maven repository in target/repository with its jar, its sources, its javadoc, and what
# it is built on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
rm -rf target/repository
../../gpuaas mvn -pl sdk/java -am -Ppackaged -Dmaven.test.skip=true \
  -DaltDeploymentRepository="packaged::file:$PWD/target/repository" deploy
