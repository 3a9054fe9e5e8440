package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommitmentId;
import io.gpuaas.kernel.DeadLetterId;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.InvitationId;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.LeaseId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NotificationId;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.ReservationId;
import io.gpuaas.kernel.RolloutId;
import io.gpuaas.kernel.SshKeyId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.kernel.TypedId;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Typed ids are plain UUID text on the wire. A new kind of id is added to {@link #KINDS}. */
public final class TypedIdJson {

    public static final Map<Class<? extends TypedId>, Function<UUID, TypedId>> KINDS = Map.ofEntries(
            Map.entry(TenantId.class, TenantId::new),
            Map.entry(ProjectId.class, ProjectId::new),
            Map.entry(PrincipalId.class, PrincipalId::new),
            Map.entry(DeadLetterId.class, DeadLetterId::new),
            Map.entry(SshKeyId.class, SshKeyId::new),
            Map.entry(InvitationId.class, InvitationId::new),
            Map.entry(KeyId.class, KeyId::new),
            Map.entry(AccessTokenId.class, AccessTokenId::new),
            Map.entry(NodeId.class, NodeId::new),
            Map.entry(TaskId.class, TaskId::new),
            Map.entry(AllocationId.class, AllocationId::new),
            Map.entry(ReservationId.class, ReservationId::new),
            Map.entry(LeaseId.class, LeaseId::new),
            Map.entry(AgentReleaseId.class, AgentReleaseId::new),
            Map.entry(RolloutId.class, RolloutId::new),
            Map.entry(GatewayId.class, GatewayId::new),
            Map.entry(PaymentId.class, PaymentId::new),
            Map.entry(StatementId.class, StatementId::new),
            Map.entry(AdjustmentId.class, AdjustmentId::new),
            Map.entry(NotificationId.class, NotificationId::new),
            Map.entry(CommitmentId.class, CommitmentId::new),
            Map.entry(StreamId.class, StreamId::new),
            Map.entry(TerminalId.class, TerminalId::new));

    private TypedIdJson() {}

    public static JacksonModule module() {
        SimpleModule module = new SimpleModule("typed-ids");
        module.addSerializer(TypedId.class, new Writer());
        KINDS.forEach((kind, make) -> register(module, kind, make));
        return module;
    }

    @SuppressWarnings("unchecked") // KINDS pairs each class with its own constructor
    private static <T extends TypedId> void register(SimpleModule module, Class<T> kind, Function<UUID, TypedId> make) {
        module.addDeserializer(kind, new Reader<>(kind, uuid -> (T) make.apply(uuid)));
    }

    private static final class Writer extends StdSerializer<TypedId> {
        Writer() {
            super(TypedId.class);
        }

        @Override
        public void serialize(TypedId id, JsonGenerator generator, SerializationContext context) {
            generator.writeString(id.value().toString());
        }
    }

    private static final class Reader<T extends TypedId> extends StdScalarDeserializer<T> {
        private final Function<UUID, T> make;

        Reader(Class<T> kind, Function<UUID, T> make) {
            super(kind);
            this.make = make;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) {
            return make.apply(context.readValue(parser, UUID.class));
        }
    }
}
