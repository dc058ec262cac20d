// A shared link may name filters in the query. The page keeps them in the fragment.

if (location.search) history.replaceState(null, "", `${location.pathname}${location.hash || `#${location.search.slice(1)}`}`);
