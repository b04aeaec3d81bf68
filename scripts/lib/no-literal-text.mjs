/** Attributes, properties and parameters that hold text for users. */
const textNames = new Set(
  `alt aria-label aria-description aria-roledescription aria-valuetext description empty error failed hint label message
  notFound nothingFoundMessage placeholder text title verb`.split(/\s+/),
)
/** Values that look like text but are not: roles, statuses and a header. */
const values = new Set(
  [
    'Admin|Client|SuperAdmin|Veterinarian|VeterinaryRecordAnimal',
    'Draft|Pending|Scheduled|In Progress|Completed|Overdue|Not Scheduled|No Vet Assigned',
    'Bearer …',
  ].flatMap((line) => line.split('|')),
)
const startsLikeText = /^\s*\p{Lu}[\p{Ll}’']/u
const hasSeveralWords = /\p{L}[\p{Ll},.]* \p{Ll}/u

/** The text of a literal, without the expressions of a template. Null for anything else. */
function textOf(/** @type {any} */ node) {
  if (node.type === 'TemplateLiteral')
    return node.quasis.map((/** @type {any} */ { value }) => value.cooked ?? '').join('…')
  return typeof node.value === 'string' ? node.value : null
}

/** Whether the value of an expression may be that of this operand. */
const passesOn = (/** @type {any} */ { type, test, operator }, /** @type {any} */ operand) =>
  (type === 'ConditionalExpression' && test !== operand) ||
  type === 'LogicalExpression' ||
  (type === 'BinaryExpression' && operator === '+') ||
  type === 'TSAsExpression'

/** Whether a literal is shown to users. Undefined if that depends on its text. */
function isShown(/** @type {any} */ node) {
  let value = node
  while (passesOn(value.parent, value)) value = value.parent
  const { parent } = value
  const isText = (/** @type {any} */ name) => textNames.has(name.name ?? name.value)
  switch (parent.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true
    case 'JSXExpressionContainer':
      return parent.parent.type !== 'JSXAttribute' || isText(parent.parent.name) || undefined
    case 'JSXAttribute':
      return isText(parent.name) || undefined
    case 'Property':
      return parent.value === value && (isText(parent.key) || undefined)
    case 'CallExpression':
      return parent.callee.object?.name === 'toast' || (/ /.test(textOf(node)) ? undefined : false)
    case 'ArrayExpression':
    case 'VariableDeclarator':
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
      return undefined
    default:
      return false
  }
}

/**
 * Texts for users belong in the text modules, of which each feature has one (docs/decisions/0011). There they can be
 * reviewed, and translated later.
 */
export const noLiteralText = {
  create(/** @type {any} */ context) {
    const check = (/** @type {any} */ node) => {
      const text = textOf(node)
      if (text === null || !/\p{L}/u.test(text) || values.has(text)) return
      const shown = isShown(node) ?? (startsLikeText.test(text) || (hasSeveralWords.test(text) && /[.?!]$/.test(text)))
      if (shown) context.report({ node, message: `Move this text into a text module: ${text.trim()}` })
    }
    return { JSXText: check, Literal: check, TemplateLiteral: check }
  },
}
