package io.gpuaas.controlplane.identity;

import io.gpuaas.api.ChangePassword;
import io.gpuaas.api.CreateUser;
import io.gpuaas.api.DisableUser;
import io.gpuaas.api.JoinByInvitation;
import io.gpuaas.api.SetPlatformRoles;
import io.gpuaas.api.User;
import io.gpuaas.api.UserPage;
import io.gpuaas.api.UserPassword;
import io.gpuaas.api.UsersApi;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.PrincipalId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UsersHandler implements UsersApi {

    private static final String USERS = "users";

    private final Users users;

    UsersHandler(Users users) {
        this.users = users;
    }

    @Override
    public UserPage listUsers(Integer limit, @Nullable String cursor) {
        List<User> rows = users.list(PageCursor.decode(USERS, cursor, UUID::fromString), limit + 1);
        return new UserPage(PageCursor.page(rows, limit), PageCursor.next(USERS, rows, limit, User::id));
    }

    @Override
    public UserPassword createUser(CreateUser command) {
        return users.create(command);
    }

    @Override
    public User getUser(PrincipalId user) {
        return users.require(user);
    }

    @Override
    public User disableUser(PrincipalId user, DisableUser command) {
        return users.disable(user, command);
    }

    @Override
    public User enableUser(PrincipalId user) {
        return users.enable(user);
    }

    @Override
    public UserPassword resetPassword(PrincipalId user) {
        return users.resetPassword(user);
    }

    @Override
    public User removeSecondFactors(PrincipalId user) {
        return users.removeSecondFactors(user);
    }

    @Override
    public User setPlatformRoles(PrincipalId user, SetPlatformRoles command) {
        return users.setPlatformRoles(user, command);
    }

    @Override
    public User changePassword(ChangePassword command) {
        return users.changePassword(command);
    }

    @Override
    public User joinByInvitation(JoinByInvitation command) {
        return users.join(command);
    }
}
