// The link by which others take a seat. That of a private game has a code, which is made once in a browser.

import * as service from "../api/service.js";

const key = (game) => `hanabi-invitation-${game}`;

export async function link({ id, private: hidden }) {
  const page = `${location.origin}/play/${id}`;
  return hidden ? `${page}?invited#code=${await codeOf(id)}` : page;
}

async function codeOf(id) {
  const known = sessionStorage.getItem(key(id));
  if (known) return known;
  const { code } = await service.post(`/v1/games/${id}/invitations`, {});
  sessionStorage.setItem(key(id), code);
  return code;
}
