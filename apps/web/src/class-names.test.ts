import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

function selectorsOf(file: string): string[] {
  const css = readFileSync(path.join(import.meta.dirname, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...css.matchAll(/([^{};]+)\{/g)].flatMap(([, selectors = '']) =>
    selectors.split(',').map((one) => one.trim()),
  )
}
const classesOf = (selector: string) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)

/** The page of a lot shows the charts of Insight. */
const reused = new Set(['charts'])

test("the styles of a feature, which stay when it is left, change no other feature's screens", () => {
  const files = globSync('**/*.css', { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(features|styles)\//.test(file))
  const filesOfClass = new Map<string, Set<string>>()
  for (const file of files)
    for (const name of selectorsOf(file).flatMap(classesOf))
      filesOfClass.set(name, (filesOfClass.get(name) ?? new Set()).add(file))
  expect(filesOfClass.get('pill')?.size).toBeGreaterThan(1)
  const shared = files
    .filter((file) => file.startsWith('features/'))
    .flatMap((file) =>
      selectorsOf(file)
        // styles of one class, whatever its element is in
        .filter((selector) => /^\.[\w-]+(?=$|[\s:>[])/.test(selector))
        .filter((selector) =>
          classesOf(selector).every((name) => !reused.has(name) && (filesOfClass.get(name)?.size ?? 0) > 1),
        )
        .map((selector) => `${file}: ${selector}`),
    )
  expect(shared).toEqual([])
})

test('every class that a component gives an element has styles', () => {
  const styled = new Set(
    globSync('**/*.css', { cwd: import.meta.dirname }).flatMap((file) => selectorsOf(file).flatMap(classesOf)),
  )
  const unstyled = globSync('**/*.tsx', { cwd: import.meta.dirname }).flatMap((file) => {
    const code = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    const given = [
      ...[...code.matchAll(/className="([^"]*)"/g)].map(([, names = '']) => names),
      ...[...code.matchAll(/className=\{([^{}]*)\}/g)].flatMap(([, choice = '']) =>
        [...choice.matchAll(/[?:] '([^']*)'/g)].map(([, names = '']) => names),
      ),
    ]
    return given
      .flatMap((names) => names.split(' '))
      .filter((name) => name && !styled.has(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(styled.size).toBeGreaterThan(100)
  expect(unstyled).toEqual([])
})
