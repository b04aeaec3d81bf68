import { expect, test } from 'vitest'
import { operationsByTag, formatSchema, referencedSchemas } from './openapi-document.ts'

const animal = {
  type: 'object',
  required: ['id', 'sort'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    tag: { type: ['string', 'null'], description: 'as on its ear' },
    sort: { enum: ['steer', 'cow'] },
    color: { anyOf: [{ $ref: '#/components/schemas/Named' }, { type: 'null' }] },
    photos: { type: 'array', items: { $ref: '#/components/schemas/Photo' } },
    named: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Photo' } },
    flag: { const: true },
    day: { $ref: '#/components/schemas/Day' },
    more: { type: 'object', properties: { any: {} } },
  },
}

const schemas = {
  Named: { type: 'object', properties: { name: { type: 'string' } } },
  Photo: { type: 'object', properties: {} },
  Day: { type: ['string', 'null'], format: 'date', description: 'of the site' },
}

test('a schema is written like a type; schemas with fields appear by name', () => {
  expect(formatSchema(animal, schemas)).toBe(`{
  id: string (uuid)
  tag?: string | null  // as on its ear
  sort: "steer" | "cow"
  color?: Named | null
  photos?: array of Photo
  named?: { [name]: Photo }
  flag?: true
  day?: string | null (date)  // of the site
  more?: {
    any?: anything
  }
}`)
  expect(referencedSchemas(animal, schemas)).toEqual(['Named', 'Photo'])
})

test('operations that contain every search word are found, grouped by tag', () => {
  const operation = (operationId: string, summary: string, tag: string) => ({
    operationId,
    summary,
    tags: [tag],
    responses: {},
  })
  const document = {
    info: { title: 'Chisholm', version: '1' },
    components: { schemas: {} },
    paths: {
      '/api/v1/users': { get: operation('listUsers', 'A page of the people', 'users') },
      '/api/v1/sites': {
        get: operation('listSites', 'A page of the sites', 'sites'),
        post: operation('createSite', 'Add one', 'sites'),
      },
    },
  }
  const found = (text: string) =>
    operationsByTag(document, text).map(([tag, operations]) => [
      tag,
      ...operations.map(({ operationId }) => operationId),
    ])
  expect(found('')).toEqual([
    ['sites', 'listSites', 'createSite'],
    ['users', 'listUsers'],
  ])
  expect(found('PAGE sites')).toEqual([['sites', 'listSites']])
  expect(found('post')).toEqual([['sites', 'createSite']])
  expect(found('nothing such')).toEqual([])
})
