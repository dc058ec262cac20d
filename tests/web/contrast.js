// Returns the texts with too little contrast (WCAG 1.4.3). axe-core leaves out what is hidden from screen readers, as the
// cards are, which have a name of their own.
() => {
    const OTHER = "svg, :disabled, [aria-disabled=true], .unseen, script, style, option";
    const ink = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const known = new Map();
    const rgba = (color) => known.get(color) ?? known.set(color, (() => {
        ink.clearRect(0, 0, 1, 1);
        ink.fillStyle = color;
        ink.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = ink.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    })()).get(color);
    const over = ([r, g, b], below, a) => [r, g, b].map((one, n) => a * one + (1 - a) * below[n]);
    const light = (color) => {
        const linear = (one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        const [r, g, b] = color.map((one) => linear(one / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (node) => {
        const around = [];
        for (let one = node; one; one = one.parentElement) around.unshift(getComputedStyle(one));
        let ground = [255, 255, 255];
        const behind = around.map((style) => {
            const before = ground;
            const color = rgba(style.backgroundColor);
            ground = over(color, ground, color[3]);
            return before;
        });
        let text = over(rgba(around.at(-1).color), ground, rgba(around.at(-1).color)[3]);
        for (const [n, { opacity }] of [...around.entries()].reverse()) {
            [text, ground] = [text, ground].map((one) => over(one, behind[n], Number(opacity)));
        }
        const [one, other] = [light(text), light(ground)].sort((a, b) => b - a);
        return (one + 0.05) / (other + 0.05);
    };
    const isLarge = ({ fontSize, fontWeight }) => parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(OTHER);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ data, parentElement }) =>
        data.trim() && isSeen(parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    const found = new Set();
    while (walker.nextNode()) {
        const { data, parentElement: one } = walker.currentNode;
        const is = ratio(one);
        if (is >= (isLarge(getComputedStyle(one)) ? 3 : 4.5)) continue;
        found.add(`${is.toFixed(1)}: ${data.trim().slice(0, 20)} in ${one.outerHTML.slice(0, 90)}`);
    }
    return [...found];
}
