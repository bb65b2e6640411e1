package dev.zonecast.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptBundleTest {
    @Test
    void shouldPutModulesInTheOrderInWhichTheyNeedEachOther() {
        String main = """
            import {
              one,
              Two,
            } from "./part.js";
            import { three } from "./leaf.js";
            use(one, three);
            """;
        String part = """
            import { three } from "./leaf.js";
            export const one = three;
            export class Two {}
            """;
        String leaf = "export async function three() {}\n";
        Map<String, String> modules = Map.of("main", main, "part", part, "leaf", leaf);

        String script = ScriptBundle.of("main", modules::get);

        assertEquals("""
            "use strict";
            const module_leaf = (() => {
            async function three() {}
            return { three };
            })();
            const module_part = (() => {
            const { three } = module_leaf;
            const one = three;
            class Two {}
            return { one, Two };
            })();
            const module_main = (() => {
            const {
              one,
              Two,
            } = module_part;
            const { three } = module_leaf;
            use(one, three);
            return {  };
            })();
            """, script);
    }
}
