import { parseAst } from 'vite'
import type { MissingApis } from './missing-browser-apis.ts'

/** The parts of a syntax tree node that are used here. */
interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesIn(child)
}

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined)
const isMember = (node: unknown): node is Node => isNode(node) && node.type === 'MemberExpression' && !node['computed']

/** Names of the members of all classes and objects in a module. */
const membersIn = (nodes: Node[]) =>
  nodes.flatMap(({ type, key }) => {
    if (!/^(Property|MethodDefinition|PropertyDefinition)$/.test(type) || !isNode(key)) return []
    return nameOf(key) ?? (typeof key['value'] === 'string' ? key['value'] : [])
  })

/**
 * Names whose presence a module checks, or which it declares: `'x' in y`, `typeof X`, `y.x` without a call, `const x`.
 */
function testedIn(nodes: Node[]): Set<string> {
  const called = new Set(nodes.flatMap((node) => (isCall(node) ? [node['callee']] : [])))
  const tested = nodes.flatMap((node): unknown[] => {
    if (isMember(node) && !called.has(node)) return [nameOf(node['property'])]
    if (node.type === 'BinaryExpression' && node['operator'] === 'in' && isNode(node['left']))
      return [node['left']['value']]
    if (node.type === 'UnaryExpression' && node['operator'] === 'typeof') return [nameOf(node['argument'])]
    if (/^(Class|Function)Declaration$|^VariableDeclarator$/.test(node.type)) return [nameOf(node['id'])]
    if (/^Import\w*Specifier$/.test(node.type)) return [nameOf(node['local'])]
    return []
  })
  return new Set(tested.filter((name) => typeof name === 'string'))
}

const isCall = (node: Node) => node.type === 'NewExpression' || (node.type === 'CallExpression' && !node['optional'])

/** The first name of a chain: `Temporal` in `Temporal.Now.instant`. */
const rootOf = (node: unknown): string => (isMember(node) ? rootOf(node['object']) : (nameOf(node) ?? ''))

/** Names of the browser features that a call may need: `Promise.try` and `try`, `Temporal`, `Window.requestIdleCallback`. */
function neededBy({ callee }: Node, { globals, statics, members }: MissingApis, tested: Set<string>) {
  const name = nameOf(callee)
  if (name) return tested.has(name) ? [] : [[name, globals.get(name) ?? statics.get(`Window.${name}`)]]
  if (!isMember(callee) || callee['optional']) return []
  const member = nameOf(callee['property']) ?? ''
  const owner = nameOf(callee['object'])
  if (tested.has(member)) return []
  const root = rootOf(callee)
  if (!tested.has(root) && globals.has(root)) return [[root, globals.get(root)]]
  return [
    owner && statics.has(`${owner}.${member}`)
      ? [`${owner}.${member}`, statics.get(`${owner}.${member}`)]
      : [`${member}()`, members.get(member)],
  ]
}

export interface Module {
  id: string
  code: string
}

/**
 * Finds calls of APIs that a supported browser lacks. Members of instances are matched by name alone. Therefore names
 * are ignored if the module checks for them or declares them, or if any module that is not a polyfill declares them.
 * @returns each API once for each module
 */
export function findMissingApiUses(modules: Module[], missing: MissingApis, isPolyfill: (id: string) => boolean) {
  const parsed = modules.map(({ id, code }) => ({
    id,
    // every node of ESTree has a type
    // cast: ESTree as typed by another package
    nodes: [...nodesIn(parseAst(code, { sourceType: 'module' }) as unknown as Node)],
  }))
  const ours = new Set(parsed.flatMap(({ id, nodes }) => (isPolyfill(id) ? [] : membersIn(nodes))))
  const members = new Map([...missing.members].filter(([name]) => !ours.has(name)))
  return parsed.flatMap(({ id, nodes }) => {
    const tested = new Set([...testedIn(nodes), ...(isPolyfill(id) ? membersIn(nodes) : [])])
    const uses = new Set(nodes.flatMap((node) => usesIn(node, { ...missing, members }, tested)))
    return [...uses].map((use) => ({ id, use }))
  })
}

function usesIn(node: Node, missing: MissingApis, tested: Set<string>): string[] {
  if (node.type === 'ForOfStatement' && node['await'])
    return [`for await, which is lacked for streams by ${missing.statics.get('ReadableStream.values')}`]
  if (!isCall(node)) return []
  return neededBy(node, missing, tested).flatMap(([name, by]) => (by ? [`${name}, lacked by ${by}`] : []))
}
