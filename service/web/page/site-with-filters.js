// What pages with filters in the fragment have before their own script: a link that names them in the query, and what
// all pages have.

import "./query-to-fragment.js";
import "./site.js";
