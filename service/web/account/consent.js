// The page on which a person answers an app: the answer goes to the service, and the browser to the app.

// Not site-with-filters.js, which moves the query to the fragment: the query is what the app asks for.
import "../page/site.js";
import { $, element } from "../page/element.js";
import { action, fail, whoAnswers } from "./app-answers.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const place = $("here");

async function answer(allow) {
  const { location: next } = await service.post("/v1/me/apps", { request: location.search, allowed: allow });
  location.replace(next);
}

const answers = () => [
  element("p", {}, action("app-allow", () => answer(true), { id: "allow" }), " ", action("app-refuse", () => answer(false), { id: "refuse" })),
];

if (place) {
  await words.begin();
  const draw = () => whoAnswers(place, draw, answers).catch(again);
  const again = (error) => (service.isSignedIn() ? fail(error) : draw()); // the sign-in has ended meanwhile
  await draw();
}
