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
  'photoFacts',
  'skippedSlotsJson',
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

const listOfSites = /\bSiteId\[\] \| null|\bids: (readonly )?string\[\] \| null/

/** The functions that a module exports, by name. */
const exportedFunctions = (/** @type {any[]} */ statements) =>
  statements
    .filter(({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration)
    .flatMap(({ declaration }) =>
      declaration.type === 'VariableDeclaration'
        ? declaration.declarations.map((/** @type {any} */ { id, init }) => ({ id, params: init?.params ?? [] }))
        : [{ id: declaration.id, params: declaration.params ?? [] }],
    )

/**
 * A query that reads customers' data for a response takes `AuthorizedSites`, which only a sign-in creates. A list of ids,
 * or null for every site, could come from anywhere.
 */
export const noUnauthorizedSites = {
  create: (/** @type {any} */ context) => ({
    Program(/** @type {any} */ { body }) {
      const textOf = (/** @type {any} */ node) => context.sourceCode.getText(node)
      const types = body
        .map((/** @type {any} */ { declaration, ...statement }) => declaration ?? statement)
        .filter((/** @type {any} */ { type }) => type === 'TSTypeAliasDeclaration' || type === 'TSInterfaceDeclaration')
      const listsOfSites = types.filter((/** @type {any} */ type) => listOfSites.test(textOf(type)))
      const names = listsOfSites.map((/** @type {any} */ { id }) => id.name)
      const takesList = (/** @type {any} */ parameter) => {
        const { typeAnnotation } = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
        const text = typeAnnotation ? textOf(typeAnnotation) : ''
        return listOfSites.test(text) || text.match(/\w+/g)?.some((/** @type {string} */ word) => names.includes(word))
      }
      for (const { id, params } of exportedFunctions(body)) {
        if (exceptions.has(id.name) || !params.some(takesList)) continue
        const message = `${id.name} takes a list of sites: take AuthorizedSites, which only a sign-in creates.`
        context.report({ node: id, message })
      }
    },
  }),
}
