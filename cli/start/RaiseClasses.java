import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Raises the class files of a jar from Java 5 to Java 17 and adds the stack maps they lack; their code stays the same.
 * The JVM's AOT cache holds no older classes, and without it loading such a library takes most of a short command's time.
 */
final class RaiseClasses {

    private static final int OLD = ClassFile.JAVA_6_VERSION;

    private RaiseClasses() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("usage: RaiseClasses JAR");
            System.exit(2);
        }
        Path jar = Path.of(args[0]);
        Path fresh = Path.of(args[0] + ".raised");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
            write(jar, fresh, raising(loader));
        }
        Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static ClassFile raising(ClassLoader loader) {
        ClassHierarchyResolver known =
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver());
        return ClassFile.of(
                ClassFile.ClassHierarchyResolverOption.of(known), ClassFile.StackMapsOption.GENERATE_STACK_MAPS);
    }

    private static void write(Path jar, Path fresh, ClassFile raising) throws IOException {
        try (JarFile from = new JarFile(jar.toFile());
                OutputStream file = Files.newOutputStream(fresh);
                JarOutputStream to = new JarOutputStream(file)) {
            for (JarEntry entry : Collections.list(from.entries())) {
                byte[] bytes = from.getInputStream(entry).readAllBytes();
                JarEntry copy = new JarEntry(entry.getName());
                copy.setTime(entry.getTime());
                to.putNextEntry(copy);
                to.write(entry.getName().endsWith(".class") ? raise(bytes, raising) : bytes);
                to.closeEntry();
            }
        }
    }

    private static byte[] raise(byte[] bytes, ClassFile raising) {
        ClassModel old = raising.parse(bytes);
        if (old.majorVersion() >= OLD) {
            return bytes;
        }
        ClassTransform version = (builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_17_VERSION, 0);
            } else {
                builder.with(element);
            }
        };
        return raising.transformClass(
                old, ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL).andThen(version));
    }
}
