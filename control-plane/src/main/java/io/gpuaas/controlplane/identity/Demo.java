package io.gpuaas.controlplane.identity;

import io.gpuaas.api.CreateProject;
import io.gpuaas.api.CreateTenant;
import io.gpuaas.api.Project;
import io.gpuaas.api.Tenant;
import io.gpuaas.controlplane.audit.SideTrail;
import io.gpuaas.controlplane.identity.Authenticated.RoleBinding;
import io.gpuaas.controlplane.identity.Members.Place;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.PrincipalId;
import java.util.List;
import org.springframework.stereotype.Component;

/** Something to look at in a new installation that is tried out: a tenant, a project, and a person for each point of view. */
@Component
class Demo {

    private final Tenancy tenancy;
    private final Members members;
    private final Principals principals;
    private final UserStore users;
    private final IdentityStore identities;
    private final SideTrail trail;
    private final List<DemoContents> contents;
    private final IdSource ids;

    Demo(
            Tenancy tenancy,
            Members members,
            Principals principals,
            UserStore users,
            IdentityStore identities,
            SideTrail trail,
            List<DemoContents> contents,
            IdSource ids) {
        this.tenancy = tenancy;
        this.members = members;
        this.principals = principals;
        this.users = users;
        this.identities = identities;
        this.trail = trail;
        this.contents = contents;
        this.ids = ids;
    }

    /** A person to sign in as. The password is kept nowhere else. */
    record Person(PrincipalId id, String username, String password, String role) {}

    List<Person> seed(PasswordAccounts accounts) {
        Call call = Call.system("seedDemo", CorrelationId.create(ids));
        return call.run(() -> {
            Tenant tenant = tenancy.create(new CreateTenant("demo", "Demo"));
            Project project = tenancy.create(tenant.id(), new CreateProject("playground", "Playground"));
            trail.acted(
                    call.in(tenant.id(), project.id()), "demo.seed", tenant.id().toString());
            Place inTenant = new Place(tenant.id(), null);
            Place inProject = new Place(tenant.id(), project.id());
            Person owner = member(accounts, "demo-owner", "Olivia Owner", inTenant, Role.TENANT_OWNER);
            Person member = member(accounts, "demo-member", "Mika Member", inProject, Role.PROJECT_MEMBER);
            Person viewer = member(accounts, "demo-viewer", "Vera Viewer", inProject, Role.PROJECT_VIEWER);
            Person operator = operator(accounts);
            DemoContents.Cast cast =
                    new DemoContents.Cast(tenant.id(), project.id(), owner.id(), member.id(), operator.id());
            contents.forEach(one -> one.seed(cast));
            return List.of(owner, member, viewer, operator);
        });
    }

    private Person member(PasswordAccounts accounts, String username, String name, Place place, Role role) {
        PrincipalId id = person(username, name);
        members.give(id, place, role);
        return new Person(id, username, accounts.open(id, username), role.wireName());
    }

    private Person operator(PasswordAccounts accounts) {
        String username = "demo-operator";
        PrincipalId id = person(username, "Oskar Operator");
        identities.bind(id, new RoleBinding(Role.OPERATOR, null, null));
        return new Person(id, username, accounts.open(id, username), Role.OPERATOR.wireName());
    }

    private PrincipalId person(String username, String name) {
        PrincipalId id = principals.createUser(name);
        users.setEmail(id, username + "@example.com");
        return id;
    }
}
