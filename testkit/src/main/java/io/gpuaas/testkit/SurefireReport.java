package io.gpuaas.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the results in one of Surefire's {@code TEST-*.xml} files, the format every test runner can write. */
final class SurefireReport {

    /** Enough of a reason for a list; the report has the rest. */
    private static final int REASON_CHARACTERS_MAX = 200;

    /** The suffix of test names when Surefire reruns failed tests. */
    private static final String SECOND_RUN = "again";

    private static final Pattern SEED = Pattern.compile("\\bseed\\W{0,3}(-?\\d+)", Pattern.CASE_INSENSITIVE);

    private SurefireReport() {}

    static boolean isOfSecondRun(Path file) {
        return file.toString().endsWith("-" + SECOND_RUN + ".xml");
    }

    static List<TestResult> read(Path file) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try (InputStream in = Files.newInputStream(file)) {
            return read(factory.createXMLStreamReader(in));
        } catch (XMLStreamException e) {
            throw new IOException("not a test report: " + file, e);
        }
    }

    private static List<TestResult> read(XMLStreamReader xml) throws XMLStreamException {
        List<TestResult> results = new ArrayList<>();
        while (xml.hasNext()) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT
                    && xml.getLocalName().equals("testcase")) {
                results.add(readTestCase(xml));
            }
        }
        return results;
    }

    private static TestResult readTestCase(XMLStreamReader xml) throws XMLStreamException {
        String testClass = attribute(xml, "classname").replace("(" + SECOND_RUN + ")", "");
        String name = attribute(xml, "name");
        TestResult result = new TestResult.Passed(testClass, name);
        while (!atEndOfTestCase(xml)) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                switch (xml.getLocalName()) {
                    case "failure", "error" -> {
                        String reason = reason(xml);
                        result = new TestResult.Failed(
                                testClass, name, reason, seed(reason + "\n" + xml.getElementText()));
                    }
                    case "skipped" -> result = new TestResult.Skipped(testClass, reason(xml));
                    default -> {}
                }
            }
        }
        return result;
    }

    private static boolean atEndOfTestCase(XMLStreamReader xml) {
        return xml.isEndElement() && xml.getLocalName().equals("testcase");
    }

    private static String reason(XMLStreamReader xml) {
        String message = attribute(xml, "message");
        String given = message.isBlank() ? attribute(xml, "type") : message;
        String line = given.strip().lines().findFirst().orElse("gave no reason");
        return line.length() <= REASON_CHARACTERS_MAX ? line : line.substring(0, REASON_CHARACTERS_MAX) + "…";
    }

    private static String seed(String failure) {
        Matcher matcher = SEED.matcher(failure);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static String attribute(XMLStreamReader xml, String name) {
        return Optional.ofNullable(xml.getAttributeValue(null, name)).orElse("");
    }
}
