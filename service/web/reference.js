// The API reference: Swagger UI with the contract of this service.
"use strict";

const place = document.getElementById("reference");

// Swagger UI takes its colors from a class, and not from the reader's color scheme.
const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", dress);
dress();

// Swagger UI fills the fields of an operation with the examples of the contract. Optional fields are cleared, since
// otherwise all readers would send the same Idempotency-Key.
function withoutOptionalExamples(contract) {
  const lists = [Object.values(contract.components.parameters)];
  for (const path of Object.values(contract.paths)) {
    lists.push(...[path, ...Object.values(path)].map((holder) => holder.parameters ?? []));
  }
  for (const parameter of lists.flat().filter((one) => one.schema && !one.required)) {
    delete parameter.example;
    delete parameter.examples;
    delete parameter.schema.examples;
  }
  return contract;
}

const leaveBlank = {
  statePlugins: {
    spec: {
      wrapActions: { updateJsonSpec: (update) => (contract) => update(withoutOptionalExamples(contract)) },
    },
  },
};

// An operation that needs no token counts as authorized, and its lock looks closed. Let the lock show whether there is a
// token.
const openLocks = {
  statePlugins: {
    auth: {
      wrapSelectors: {
        isAuthorized: (original) => (state, ways) => original(state, ways.filter((way) => way.size)),
      },
    },
  },
};

SwaggerUIBundle({
  url: place.dataset.contract,
  domNode: place,
  plugins: [leaveBlank, openLocks],
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
