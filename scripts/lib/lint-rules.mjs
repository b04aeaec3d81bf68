import { noLiteralText } from './no-literal-text.mjs'

/**
 * `save.mutate(typed, { onSuccess })`: TanStack Query drops such callbacks when the component unmounts before the
 * answer comes, so a deleted ticket once ended on a page that was not found. Those of `useMutation` always run, and so
 * does what follows `await save.mutateAsync(typed)`.
 */
const noMutateCallbacks = {
  create: (context) => ({
    CallExpression(call) {
      const { callee } = call
      const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name
      if (!['mutate', 'mutateAsync'].includes(name) || call.arguments.length < 2) return
      const message = `Callbacks of ${name}() are lost when the component unmounts: give them to useMutation.`
      context.report({ node: call, message })
    },
  }),
}

/** Rules of our own for oxlint, named in .oxlintrc.json. */
export default {
  meta: { name: 'chisholm' },
  rules: { 'no-literal-text': noLiteralText, 'no-mutate-callbacks': noMutateCallbacks },
}
