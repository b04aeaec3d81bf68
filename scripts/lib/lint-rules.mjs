import { noLiteralText } from './no-literal-text.mjs'
import { noUnauthorizedSites } from './no-unauthorized-sites.mjs'

/** @typedef {Extract<Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1], { create: unknown }>} Rule */
/** @typedef {ReturnType<Rule['create']>} Visitor */
/**
 * @template {keyof Visitor} Type
 * @typedef {Parameters<NonNullable<Visitor[Type]>>[0]} Node
 */

/** The name of a property or variable. Undefined for any other expression. */
const nameOf = (/** @type {{ type: string, name?: unknown }} */ { type, name }) =>
  type === 'Identifier' ? String(name) : undefined

/**
 * When a component unmounts before the response, TanStack Query drops the callbacks that were passed to `mutate`. Those
 * of `useMutation` always run, and so does code after `await mutateAsync`.
 * @type {Rule}
 */
const noMutateCallbacks = {
  create: (context) => ({
    CallExpression(call) {
      const { callee } = call
      const name = nameOf(callee.type === 'MemberExpression' ? callee.property : callee)
      if (!name || !['mutate', 'mutateAsync'].includes(name) || call.arguments.length < 2) return
      const message = `Callbacks of ${name}() are lost when the component unmounts: give them to useMutation.`
      context.report({ node: call, message })
    },
  }),
}

/**
 * Parsed JSON has no type of its own, so a cast of it needs no reason. Tests read it from `body.…` and `answer.data`.
 */
const parsed = /\.json\(\)|JSON\.parse\(|\bbody\.\w|\banswer\.data\b/

/**
 * A cast disables type checking, so it needs a comment `// cast: …` that says why it is safe: on its line, right above
 * it, or above its statement. `as const` and `as unknown` are always safe.
 * @type {Rule}
 */
const explainedCasts = {
  create(context) {
    /** @typedef {Node<'TSAsExpression'> | Node<'TSTypeAssertion'>} Cast */
    const explained = new Set()
    /** The formatter may have broken the expression into several lines below its comment. */
    const isBelowItsComment = (/** @type {Cast} */ node) => {
      /** @type {Cast['parent'] | null} */
      let around = node
      for (; around && !/^(Program|BlockStatement|ClassBody)$/.test(around.type); around = around.parent)
        if (explained.has(around.loc.start.line)) return true
      return false
    }
    const check = (/** @type {Cast} */ node) => {
      const { expression, typeAnnotation, loc } = node
      if (/^(const|unknown)$/.test(context.sourceCode.getText(typeAnnotation))) return
      if (parsed.test(context.sourceCode.getText(expression))) return
      for (let line = typeAnnotation.loc.start.line; line <= typeAnnotation.loc.end.line; line++)
        if (explained.has(line)) return
      if (isBelowItsComment(node)) return
      context.report({
        loc,
        message: 'Explain in a comment `// cast: …`, on this line or above it, why the cast is safe.',
      })
    }
    return {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          if (!/\bcast: \S/.test(value)) continue
          for (let line = loc.start.line; line <= loc.end.line + 1; line++) explained.add(line)
        }
      },
      TSAsExpression: check,
      TSTypeAssertion: check,
    }
  },
}

const statements = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

/**
 * Kysely statements and SQL belong in `*.queries.ts`, so that access to the database is easy to find.
 * @type {Rule}
 */
const sqlInQueries = {
  create(context) {
    const message = 'SQL belongs in *.queries.ts, database/ or backup/.'
    return {
      CallExpression({ callee }) {
        if (callee.type === 'MemberExpression' && statements.has(nameOf(callee.property) ?? ''))
          context.report({ node: callee.property, message })
      },
      TaggedTemplateExpression(node) {
        if (node.tag.type === 'Identifier' && node.tag.name === 'sql') context.report({ node, message })
      },
    }
  },
}

const testFunctions = new Set(['test', 'it', 'describe'])

/**
 * The vitest rules do not cover Playwright tests: these must have no `only` and must not be empty.
 * @type {Rule}
 */
const wholeTests = {
  create: (context) => ({
    CallExpression(call) {
      const chain = []
      let { callee } = call
      for (; callee.type === 'MemberExpression'; callee = callee.object) chain.push(nameOf(callee.property))
      if (callee.type !== 'Identifier' || !testFunctions.has(callee.name)) return
      if (chain.includes('only')) context.report({ node: call, message: 'A test that runs alone hides all others.' })
      const last = call.arguments.at(-1)
      const body = last && 'body' in last ? last.body : null
      if (body && 'type' in body && body.type === 'BlockStatement' && body.body.length === 0)
        context.report({ node: call, message: 'A test without a statement cannot fail.' })
    },
  }),
}

/** Rules of this repository, which oxlint.config.ts turns on by their names. */
export default {
  meta: { name: 'chisholm' },
  rules: {
    'explained-casts': explainedCasts,
    'no-literal-text': noLiteralText,
    'no-mutate-callbacks': noMutateCallbacks,
    'no-unauthorized-sites': noUnauthorizedSites,
    'sql-in-queries': sqlInQueries,
    'whole-tests': wholeTests,
  },
}
