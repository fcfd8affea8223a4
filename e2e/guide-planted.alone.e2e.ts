import { expectAsPictured } from "./guide/as-pictured.ts";
import { PLANTED } from "./guide/planted.ts";
import { SCREENS } from "./guide/screens.ts";
import { pageThroughout, test } from "./support/test.ts";

const pages = { EMPLOYEE: pageThroughout("EMPLOYEE"), SUPERADMIN: pageThroughout("SUPERADMIN") };

for (const [name, plant] of Object.entries(PLANTED))
  test(`${name} calls its parts as on its picture @long`, async () => {
    const screen = SCREENS.find((each) => each.name === name);
    if (!screen) throw new Error(`There is no screen ${name}.`);
    const page = pages[screen.visitor === "SUPERADMIN" ? "SUPERADMIN" : "EMPLOYEE"]();
    const { query } = await plant();
    await expectAsPictured({ ...screen, path: screen.path + query }, page);
  });
