/** Exported functions that may take a list of sites of any origin. */
const exceptions = new Set([
  // the list only decides whether these columns show what is not issued yet
  'animalsJson',
  'animalsWithNames',
  'animalsWithPhotoSlots',
  'columnOfField',
  'isPhotoThere',
  'opinionColumns',
  'photoCountsJson',
  'skippedSlotsJson',
  'visiblePhotoColumns',
  // parts of queries; their callers pass on the sites of a scope, which is made of AuthorizedSites
  'postMortemsOfAnimals',
  'preparePartSearch',
  // jobs: the sites that an e-mail or push is about, compared with those of its recipient
  'maySeeSites',
  'personOfAddress',
  'subscriptionOfReader',
  // a new row, which has the sites of its rule
  'insertAlert',
])

const listOfSites = /\bSiteId\[\] \| null|\bids: (readonly )?string\[\] \| null|\bVisibleSites\b/

/** @typedef {import('./lint-rules.mjs').Node<'Program'>['body']} Statements */

/** The functions that a module exports. */
const exportedFunctions = (/** @type {Statements} */ statements) =>
  statements.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declaration?.type === 'FunctionDeclaration')
      return declaration.id ? [{ id: declaration.id, params: declaration.params }] : []
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression' ? [{ id, params: init.params }] : [],
    )
  })

/** The types that a module declares, exported or not. */
const declaredTypes = (/** @type {Statements} */ statements) =>
  statements
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .filter((node) => node?.type === 'TSTypeAliasDeclaration' || node?.type === 'TSInterfaceDeclaration')

/**
 * A query that reads customers' data for a response takes `AuthorizedSites`, which only a sign-in creates. A list of ids,
 * or null for every site, could come from anywhere.
 * @type {import('./lint-rules.mjs').Rule}
 */
export const noUnauthorizedSites = {
  create: (context) => ({
    Program({ body }) {
      const { sourceCode } = context
      const listsOfSites = declaredTypes(body).filter((type) => listOfSites.test(sourceCode.getText(type)))
      const names = listsOfSites.map(({ id }) => id.name)
      for (const { id, params } of exportedFunctions(body)) {
        const types = params.map((parameter) => sourceCode.getText(parameter))
        const takesList = types.some(
          (text) => listOfSites.test(text) || text.match(/\w+/g)?.some((word) => names.includes(word)),
        )
        if (exceptions.has(id.name) || !takesList) continue
        const message = `${id.name} takes a list of sites: take AuthorizedSites, which only a sign-in creates.`
        context.report({ node: id, message })
      }
    },
  }),
}
