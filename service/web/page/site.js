// What all pages have before their own script.

import "./choices.js";
import "./account-menu.js";
