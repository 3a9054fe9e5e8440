// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.NodeId;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** How hosts join the fleet, and what a host reports about its fitness, for operators. */
public interface JoiningApi {

    /** Get the line that makes a host join. */
    @ContractOperation(
            id = "getJoinLine",
            permission = "nodes.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes/join-line", produces = "application/json")
    JoinLine getJoinLine();

    /** Get the checks a host made of itself. */
    @ContractOperation(
            id = "getNodeChecks",
            permission = "nodes.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/nodes/{node_id}/checks", produces = "application/json")
    NodeChecks getNodeChecks(
            @PathVariable("node_id") NodeId nodeId);
}
