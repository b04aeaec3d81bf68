import { createElement, useReducer } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import type { FormOptions } from './use-form-submit.ts'
import { useForm } from './use-form.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useFormValues } from './use-form-values.ts'

vi.mock('../api/session.ts', () => ({ session: { read: () => null } }))
vi.mock('../api/refresh-session.ts', () => ({ refreshSession: () => Promise.resolve() }))

/** Renders a hook without a browser and rerenders it after each step. @returns its last result */
function afterSteps<Result>(useHook: () => Result, ...steps: ((result: Result) => void)[]): Result {
  const seen: Result[] = []
  function Screen() {
    const [step, next] = useReducer((count: number) => count + 1, 0)
    const result = useHook()
    seen.push(result)
    steps[step]?.(result)
    if (step < steps.length) next()
    return null
  }
  renderToStaticMarkup(createElement(Screen))
  const last = seen.at(-1)
  if (!last) throw new Error('the hook was rendered')
  return last
}

const saved = { tag: '1', pen: '' }
type Values = typeof saved

describe('values of a form', () => {
  const form =
    (initial: Values = saved) =>
    () =>
      useFormValues(initial, saved)
  test.each<[string, Values, Values[], boolean]>([
    ['untouched', saved, [], false],
    ['edited', saved, [{ tag: '2', pen: '' }], true],
    ['edited and put back', saved, [{ tag: '2', pen: '' }, saved], false],
    ['restored from a draft', { tag: '2', pen: '' }, [], true],
  ])('%s: would be lost on leaving', (_what, initial, edits, isDirty) => {
    const steps = edits.map((next) => (result: ReturnType<typeof useFormValues<Values>>) => result.replaceValues(next))
    expect(afterSteps(form(initial), ...steps).isDirty()).toBe(isDirty)
  })
  test('two fields filled in between two renders both stay', () => {
    const { values } = afterSteps(form(), (result) => {
      result.replaceValues({ ...result.latestValues(), tag: '7' })
      result.replaceValues({ ...result.latestValues(), pen: '9' })
    })
    expect(values).toEqual({ tag: '7', pen: '9' })
  })
  test('typing while a save runs leaves the form unsaved', () => {
    const sent = { tag: '2', pen: '' }
    const typedOn = afterSteps(
      form(),
      (result) => result.replaceValues({ tag: '3', pen: '' }),
      (result) => result.markSaved(sent),
    )
    expect(typedOn.isDirty()).toBe(true)
    const done = afterSteps(
      form(),
      (result) => result.replaceValues(sent),
      (result) => result.markSaved(),
    )
    expect(done.isDirty()).toBe(false)
  })
})

describe('errors of a form', () => {
  const shown = { tag: ['Wrong.', 'Also wrong.'], pen: ['No.'], veterinary_record_id: ['Gone.'] }
  test.each<[string, object, string | undefined, string | undefined]>([
    ['nothing', saved, 'Wrong.', 'No.'],
    ['the tag', { ...saved, tag: '2' }, undefined, 'No.'],
    ['both', { tag: '2', pen: '2' }, undefined, undefined],
  ])('edit of %s takes away the errors of what was edited, and keeps those of no field', (_what, after, tag, pen) => {
    const { errorOf } = afterSteps(
      () => useFormErrors(shown),
      ({ clearEdited }) => clearEdited(saved, after),
    )
    expect([errorOf('tag'), errorOf('pen'), errorOf('veterinary_record_id')]).toEqual([tag, pen, 'Gone.'])
  })
  test('of a new attempt replace the previous ones', () => {
    const { errorOf } = afterSteps(
      () => useFormErrors(shown),
      ({ showErrors }) => showErrors({ pen: ['Still wrong.'] }),
    )
    expect([errorOf('tag'), errorOf('pen')]).toEqual([undefined, 'Still wrong.'])
  })
})

describe('submitting a form', () => {
  const setUp = (more: Partial<FormOptions<Values, string>> = {}) => {
    const onSubmit = vi.fn<(values: Values) => Promise<string>>((values) => Promise.resolve(values.tag))
    const showFailure = vi.fn<(message: string) => void>()
    const options = { initialValues: saved, failureText: 'Could not save.', onSubmit, showFailure, ...more }
    return { onSubmit, showFailure, useHook: () => useForm<Values, string>(options) }
  }
  test.each<[string, Partial<FormOptions<Values, string>>, string | undefined]>([
    ['an empty required field', { required: { pen: 'Pen, please.' } }, 'Pen, please.'],
    [
      'blanks in a required field',
      { required: { pen: 'Pen, please.' }, initialValues: { tag: '', pen: '  ' } },
      'Pen, please.',
    ],
    ['what its own rule refuses', { validate: () => ({ pen: ['Not this pen.'] }) }, 'Not this pen.'],
    ['nothing wrong', { required: { tag: 'Tag, please.' }, validate: () => ({}) }, undefined],
  ])('with %s sends nothing unless all is right', (_what, more, error) => {
    const { onSubmit, useHook } = setUp(more)
    const form = afterSteps(useHook, ({ submit }) => void submit())
    expect(form.errorOf('pen')).toBe(error)
    expect(onSubmit).toHaveBeenCalledTimes(error ? 0 : 1)
  })
  test('two concurrent submissions send once', async () => {
    const { onSubmit, useHook } = setUp()
    const form = afterSteps(useHook)
    expect(await Promise.all([form.submit(), form.submit()])).toEqual([true, false])
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })
  test('a question that is answered with no sends nothing, and the form stays unsaved', async () => {
    const confirm = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true)).mockResolvedValueOnce(false)
    const { onSubmit, useHook } = setUp({ confirm })
    const form = afterSteps(useHook, ({ setValues }) => setValues({ tag: '2' }))
    expect(await form.submit()).toBe(false)
    expect([onSubmit.mock.calls.length, form.isDirty()]).toEqual([0, true])
    expect(await form.submit()).toBe(true)
    expect([onSubmit.mock.calls.length, form.isDirty()]).toEqual([1, false])
  })
  test.each<[string, unknown, boolean, string | null]>([
    ['at a field alone', new ApiError(422, 'Invalid.', { tag: ['Taken.'] }), false, null],
    ['at a field of a long form too', new ApiError(422, 'Invalid.', { tag: ['Taken.'] }), true, 'Invalid.'],
    ['of no field', new ApiError(422, 'Invalid.', { other: ['Gone.'] }), false, 'Invalid.'],
    ['of the whole', new ApiError(409, 'Was sent before.'), false, 'Was sent before.'],
    ['of a failing server', new ApiError(500, 'at line 7'), false, 'Could not save.'],
    ['of no connection', new ApiError(0, 'No connection.'), false, 'Could not save. No connection.'],
    ['of another kind', new TypeError('x is undefined'), false, 'Could not save.'],
  ])(
    'a failure %s is told where the user sees it, and may be tried again',
    async (_what, failure, isLong, expected) => {
      const onSubmit = vi.fn<() => Promise<string>>(() => Promise.reject(failure))
      const { showFailure, useHook } = setUp({ onSubmit, isLong })
      const form = afterSteps(useHook)
      expect(await form.submit()).toBe(false)
      expect(showFailure.mock.calls).toEqual(expected === null ? [] : [[expected]])
      await form.submit()
      expect(onSubmit).toHaveBeenCalledTimes(2)
    },
  )
})
