/** Programs of a module of their own, which {@code ModularProgramsTest} compiles and runs on the module path. */
package dev.zonecast.demo.modular;
