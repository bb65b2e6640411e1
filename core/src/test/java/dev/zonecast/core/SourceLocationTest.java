package dev.zonecast.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.zonecast.core.registry.Ids;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@SuppressWarnings("UnnecessaryLambda") // Lambdas are what is looked at.
class SourceLocationTest {
    private static final SourceLocation FIELD = SourceLocation.here();
    private static final int FIELD_LINE = line() - 1;
    private static final SourceLocation NAMED = SourceLocation.here("zone name");
    private static final SourceLocation COLORED = SourceLocation.here("colored", 0xAB123456);
    private static final Supplier<SourceLocation> IN_FIELD_LAMBDA = () -> SourceLocation.here("in a field's lambda");

    private final SourceLocation fromConstructor = SourceLocation.here();

    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst())
                .orElseThrow()
                .getLineNumber();
    }

    private static final class Nested {
        static SourceLocation method() {
            return SourceLocation.here();
        }

        static Supplier<SourceLocation> lambda() {
            return () -> SourceLocation.here("a lambda");
        }
    }

    @Test
    void shouldNameTheClassWhenItStandsInAStaticField() {
        assertEquals("SourceLocationTest", FIELD.function());
        assertEquals("SourceLocationTest.java", FIELD.file());
        assertEquals(FIELD_LINE, FIELD.line());
        assertEquals("", FIELD.name());
        assertEquals("SourceLocationTest", FIELD.displayName());
        assertEquals(0, FIELD.rgb());
        assertTrue(Ids.of(FIELD) > 0);
    }

    @Test
    void shouldBearTheNameAndTheColourThatWereGiven() {
        assertEquals("zone name", NAMED.displayName());
        assertEquals(FIELD_LINE + 2, NAMED.line());
        assertEquals(0x123456, COLORED.rgb());
        assertEquals(FIELD_LINE + 3, COLORED.line());
    }

    @Test
    void shouldNameTheFunctionWhereverItStands() {
        int line = line() + 1;
        SourceLocation here = SourceLocation.here();
        assertEquals("SourceLocationTest.shouldNameTheFunctionWhereverItStands", here.function());
        assertEquals(line, here.line());
        assertEquals("SourceLocationTest.new", fromConstructor.function());
        assertEquals("SourceLocationTest", IN_FIELD_LAMBDA.get().function());
        assertEquals("SourceLocationTest$Nested.method", Nested.method().function());
        assertEquals("SourceLocationTest$Nested.lambda", Nested.lambda().get().function());
        SourceLocation anonymous = new Supplier<SourceLocation>() {
            @Override
            public SourceLocation get() {
                return SourceLocation.here();
            }
        }.get();
        assertEquals("SourceLocationTest$1.get", anonymous.function());
    }

    /** A static field of a class that a method declares. */
    private static SourceLocation heldByMethod() {
        class Here {
            static final SourceLocation PLACE = SourceLocation.here("held");
        }
        return Here.PLACE;
    }

    private static final class WithHolders {
        private final SourceLocation ofConstructor;

        WithHolders() {
            class Here {
                static final SourceLocation PLACE = SourceLocation.here("held");
            }
            ofConstructor = Here.PLACE;
        }

        static SourceLocation ofInterface() {
            interface Here {
                SourceLocation PLACE = SourceLocation.here("held");
            }
            return Here.PLACE;
        }

        static Supplier<SourceLocation> ofLambda() {
            return () -> {
                class Here {
                    static final SourceLocation PLACE = SourceLocation.here("held");
                }
                return Here.PLACE;
            };
        }
    }

    @Test
    void shouldNameTheMethodAndItsLineWhenItStandsInAHolderThatTheMethodDeclares() {
        SourceLocation held = heldByMethod();
        int declared = line();

        class Here {
            static final SourceLocation PLACE = SourceLocation.here();
        }

        assertEquals("SourceLocationTest.heldByMethod", held.function());
        assertEquals(
                "SourceLocationTest.shouldNameTheMethodAndItsLineWhenItStandsInAHolderThatTheMethodDeclares",
                Here.PLACE.displayName());
        assertEquals(declared + 3, Here.PLACE.line());
        assertEquals("SourceLocationTest$WithHolders.new", new WithHolders().ofConstructor.function());
        assertEquals(
                "SourceLocationTest$WithHolders.ofInterface",
                WithHolders.ofInterface().function());
        assertEquals(
                "SourceLocationTest$WithHolders.ofLambda",
                WithHolders.ofLambda().get().function());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24) // java.lang.classfile
    void shouldNameTheClassWhenItIsInNoPackage() throws Exception {
        SourceLocation location = (SourceLocation)
                new NoPackageLoader().loadClass("NoPackage").getMethod("get").invoke(null);

        assertEquals("NoPackage.get", location.function());
        assertEquals("NoPackage.java", location.file());
        assertEquals(4, location.line());
    }

    /** A module has no class like that, and so it is made here: {@code static SourceLocation get() { return SourceLocation.here(); }}. */
    private static final class NoPackageLoader extends ClassLoader {
        NoPackageLoader() {
            super(SourceLocationTest.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) {
            ClassDesc location = SourceLocation.class.describeConstable().orElseThrow();
            MethodTypeDesc type = MethodTypeDesc.of(location);
            byte[] bytes = ClassFile.of()
                    .build(
                            ClassDesc.of(name),
                            made -> made.with(SourceFileAttribute.of("NoPackage.java"))
                                    .withFlags(ClassFile.ACC_PUBLIC)
                                    .withMethodBody(
                                            "get",
                                            type,
                                            ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                            code -> code.lineNumber(4)
                                                    .invokestatic(location, "here", type)
                                                    .areturn()));
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    @Test
    void shouldBeOneObjectWhenTheContentIsEqual() {
        SourceLocation first = SourceLocation.of("n", "f", "file", 3, 0xFF);
        assertSame(first, SourceLocation.of("n", "f", "file", 3, 0xFF0000FF));
        assertNotSame(first, SourceLocation.of("n", "f", "file", 4, 0xFF));
        assertNotEquals(Ids.of(first), Ids.of(SourceLocation.of("n", "f", "file", 3, 0xFE)));
        SourceLocation[] sameLine = new SourceLocation[2];
        for (int i = 0; i < 2; i++) {
            sameLine[i] = SourceLocation.here();
        }
        assertSame(sameLine[0], sameLine[1]);
    }

    @Test
    void shouldBeUsableWhenPartsAreMissingOrNotText() {
        SourceLocation nothing = SourceLocation.of(null, null, null, -7, 0);
        assertEquals("(unknown)", nothing.displayName());
        assertEquals("(unknown)", nothing.file());
        assertEquals(0, nothing.line());
        assertSame(nothing, SourceLocation.of("", "", "", 0, 0));

        String longName = "\uD800" + "n".repeat(100_000);
        SourceLocation odd = SourceLocation.of(longName, longName, longName, 1, 0);
        assertEquals("\uFFFD" + "n".repeat(31_997), odd.name());
        assertEquals(odd.name(), odd.file());
        assertEquals(odd.name(), odd.function());
        assertSame(odd, SourceLocation.of(longName, longName, longName, 1, 0));
    }
}
