import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listMigrations } from './migrate.ts'

/** The rule does not hold for the migrations before the first release. */
const firstRelease = '0010_second_factor.sql'

const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '')
const textOf = (name: string) =>
  withoutComments(readFileSync(path.join(import.meta.dirname, 'migrations', name), 'utf8'))

/** Statements that break the previous version. */
const breaking = [
  /\bdrop\s+(table|column|view|type)\b/i,
  /\brename\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
]

/**
 * Without the renames of a table that stays as a view of its old name, through which the previous version uses it
 * (decision 0095), and without those of indexes.
 */
function withoutCompatibleRenames(sql: string): string {
  let rest = sql.replaceAll(/\balter index \w+ rename to \w+;/gi, '')
  for (const [, old = '', name = ''] of sql.matchAll(/\balter table (\w+) rename to (\w+);/gi))
    if (new RegExp(`\\bcreate view ${old} as\\b`, 'i').test(sql))
      rest = rest.replaceAll(new RegExp(`\\balter table (${old}|${name}) rename [^;]+;`, 'gi'), '')
  return rest
}

test('a migration removes nothing the previous version uses', async () => {
  const later = (await listMigrations()).filter((name) => name > firstRelease)
  const isBreaking = (name: string) => {
    const sql = withoutCompatibleRenames(textOf(name))
    return breaking.some((pattern) => pattern.test(sql))
  }
  expect(later.filter(isBreaking)).toEqual([])
})

test('a table may be renamed only if it stays as a view of its old name', () => {
  const rename = 'alter table turns rename to limits; alter table limits rename column since to started_at;'
  const view = 'create view turns as select started_at as since from limits;'
  expect(withoutCompatibleRenames(rename + view)).not.toMatch(/rename/)
  expect(withoutCompatibleRenames(rename)).toMatch(/rename/)
})

test('a migration locks at most one existing table, so that it cannot deadlock with requests', async () => {
  const later = (await listMigrations()).filter((name) => name > firstRelease)
  for (const name of later) {
    const tablesOf = (pattern: RegExp) => new Set([...textOf(name).matchAll(pattern)].map(([, table = '']) => table))
    const altered = tablesOf(/\balter\s+table\s+(?:if\s+exists\s+)?(\w+)/gi)
    const own = tablesOf(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)
    const newNames = tablesOf(/\balter\s+table\s+\w+\s+rename\s+to\s+(\w+)/gi)
    expect([...altered].filter((table) => !own.has(table) && !newNames.has(table)).length, name).toBeLessThan(2)
  }
})

test('no query selects *: prepared statements would fail after a new column', () => {
  const root = path.join(import.meta.dirname, '..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    // customer-export selects * only from its own subqueries, whose columns are fixed.
    (file) => file.endsWith('.ts') && !/\.test\.ts$|testing|backup|customer-export/.test(file),
  )
  const asking = sources.filter((file) =>
    /selectAll|returningAll|\b(select|returning)\s+(\w+\.)?\*/i.test(
      readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
    ),
  )
  expect(asking).toEqual([])
})
