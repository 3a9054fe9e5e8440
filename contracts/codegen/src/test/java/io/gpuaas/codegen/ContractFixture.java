package io.gpuaas.codegen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A repository with a small contract, which a test accepts and then changes. */
final class ContractFixture {

    static final String OPENAPI = """
            openapi: 3.0.3
            info: { title: Test, version: "1" }
            tags: [{ name: Boxes, description: Boxes. }]
            paths:
              /boxes:
                get:
                  tags: [Boxes]
                  operationId: listBoxes
                  summary: List boxes
                  x-gpuaas: { permission: boxes.read, scope: tenant, lane: default, idempotency: none, audit: none }
                  parameters:
                    - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 200, default: 50 } }
                    - { name: colour, in: query, schema: { $ref: "#/components/schemas/Colour" } }
                  responses:
                    "200":
                      description: Boxes.
                      content:
                        application/json:
                          schema: { $ref: "#/components/schemas/BoxPage" }
                post:
                  tags: [Boxes]
                  operationId: createBox
                  summary: Create a box
                  x-gpuaas: { permission: boxes.create, scope: tenant, lane: default, idempotency: optional, audit: box.create }
                  requestBody:
                    required: true
                    content:
                      application/json:
                        schema: { $ref: "#/components/schemas/CreateBox" }
                  responses:
                    "201":
                      description: The box.
                      content:
                        application/json:
                          schema: { $ref: "#/components/schemas/Box" }
            components:
              schemas:
                BoxId: { type: string, format: uuid }
                Colour: { type: string, enum: [red, blue] }
                CreateBox:
                  type: object
                  additionalProperties: false
                  required: [name]
                  properties:
                    name: { type: string, maxLength: 40, pattern: '\\S' }
                    note: { type: string }
                Box:
                  type: object
                  required: [id, name]
                  properties:
                    id: { $ref: "#/components/schemas/BoxId" }
                    name: { type: string }
                    colour: { $ref: "#/components/schemas/Colour" }
                    weight: { type: integer }
                BoxPage:
                  type: object
                  required: [items]
                  properties:
                    items: { type: array, items: { $ref: "#/components/schemas/Box" } }
                    next_cursor: { type: string }
            """;

    static final String ASYNCAPI = """
            asyncapi: 3.0.0
            channels:
              boxes:
                address: BOXES.{event_type}
                messages:
                  box_created: { $ref: "#/components/messages/box_created" }
            components:
              messages:
                box_created:
                  name: boxes.box_created
                  x-gpuaas: { stream: BOXES, aggregate: box, key: [box_id], former: crates.box_created }
                  payload: { $ref: "#/components/schemas/BoxCreated" }
              schemas:
                Envelope:
                  type: object
                  required: [event_id, payload]
                  properties:
                    event_id: { type: string, format: uuid }
                    payload: { type: object }
                BoxCreated:
                  type: object
                  required: [box_id, colour]
                  properties:
                    box_id: { type: string, format: uuid }
                    colour: { type: string, enum: [red, blue] }
                    weight: { type: integer }
                    labels: { type: array, items: { type: string } }
            """;

    static final String ERRORS = """
            errors:
              - { code: not_found, status: 404, blame: user, title: There is none, explanation: Look elsewhere. }
              - { code: broken, status: 500, blame: bug, title: It broke, explanation: Tell us. }
            """;

    private final Path root;

    ContractFixture(Path root) {
        this.root = root;
        write("openapi.yaml", OPENAPI);
        write("asyncapi.yaml", ASYNCAPI);
        write("errors.yaml", ERRORS);
    }

    Path root() {
        return root;
    }

    Path file(String name) {
        return root.resolve("contracts").resolve(name);
    }

    /** Fails when the text is not there, so that a test cannot pass for want of a change. */
    ContractFixture change(String file, String from, String to) {
        String before = read(file);
        if (!before.contains(from)) {
            throw new IllegalArgumentException(file + " does not contain " + from);
        }
        write(file, before.replace(from, to));
        return this;
    }

    String read(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String name, String text) {
        try {
            Files.createDirectories(file(name).getParent());
            Files.writeString(file(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int run(String verb, String... options) throws IOException {
        var arguments = new ArrayList<>(List.of(verb, root.toString()));
        arguments.addAll(List.of(options));
        return Codegen.run(arguments);
    }
}
