// What all documents have.

import "../page/site.js";
import "./copy.js";
