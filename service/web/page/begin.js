// What all pages but the documents have before their own script: the place of their link, and what all pages have.

import "./arrival.js";
import "./site.js";
