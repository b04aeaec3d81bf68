import { Customer } from '@chisholm/domain/schemas/customers-and-sites'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { constants } from '@chisholm/domain/constants'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { CustomerId } from '../../database/ids.ts'
import { BodyFlag, BodyId, BodyText } from '../../http/body-fields.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { customerFilters, customerSorts } from './customers.queries.ts'

const Id = idParameter<CustomerId>()
const name = Type.Optional(BodyText)

export const customerListRules = {
  filters: customerFilters,
  sorts: customerSorts,
  sort: 'name',
  perPage: constants.customersPageSize,
  examples: { name: 'Prairie Feeders' },
}

export const schemas = {
  list: { operationId: 'listCustomers', summary: 'A page of customers', ...listSchema(Customer, customerListRules) },
  get: {
    operationId: 'getCustomer',
    summary: 'One customer',
    versioned: true,
    examples: { customer: { id: exampleIds.customer } },
    params: Id,
    response: { 200: ItemResponse(Customer) },
  },
  create: {
    operationId: 'createCustomer',
    summary: 'As an Admin, add a customer',
    versioned: true,
    requiredFields: ['name'],
    examples: {
      customer: { body: { name: exampleTexts.newName } },
      withId: { body: { id: exampleIds.newId, name: exampleTexts.newName } },
    },
    body: Type.Object({ id: Type.Optional(BodyId), name }),
    response: { 201: ItemResponse(Customer) },
  },
  change: {
    operationId: 'changeCustomer',
    summary: 'As an Admin, rename, retire or restore a customer',
    versioned: true,
    examples: {
      rename: { id: exampleIds.emptyCustomer, body: { name: exampleTexts.newName } },
      retire: { id: exampleIds.emptyCustomer, body: { retired: 1 } },
    },
    params: Id,
    body: Type.Object({ name, retired: Type.Optional(BodyFlag) }),
    response: { 200: ItemResponse(Customer) },
  },
  remove: {
    operationId: 'deleteCustomer',
    summary: 'As an Admin, delete a customer that nothing refers to',
    versioned: true,
    problemStatuses: [409],
    examples: { customer: { id: exampleIds.emptyCustomer } },
    params: Id,
    response: { 200: SuccessReply },
  },
}
