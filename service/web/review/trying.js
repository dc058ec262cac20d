export class Trying {
  constructor() {}
  async begin() {}
  draw() {}
}
