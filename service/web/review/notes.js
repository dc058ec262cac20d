import { element } from "./element.js";
export class Notes {
  constructor() {}
  async begin() {}
  draw() {}
  tokenForm() { return element("span"); }
}
