// A shared link names its place in the query, which the service reads. The page keeps its place in the fragment.

if (location.search) history.replaceState(null, "", `${location.pathname}${location.hash || `#${location.search.slice(1)}`}`);
