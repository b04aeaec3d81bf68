import { constants } from '@chisholm/domain/constants'
import { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { Type } from 'typebox'
import { idParameter } from '../../http/id-parameter.ts'
import type { SiteId } from '../../database/ids.ts'
import { BodyFlag, BodyId, BodyNumber, BodyText } from '../../http/body-fields.ts'
import { exampleIds, exampleTexts } from '../../http/openapi/example-values.ts'
import { listSchema } from '../../http/openapi/list-parameters.ts'
import { SuccessReply } from '../../http/success-reply.ts'
import { siteFilters, siteSorts } from './sites.queries.ts'

const Id = idParameter<SiteId>()
const bodyFields = {
  customer_id: Type.Optional(BodyId),
  name: Type.Optional(BodyText),
  region: Type.Optional(BodyText),
  city: Type.Optional(BodyText),
  address: Type.Optional(BodyText),
  latitude: Type.Optional(BodyNumber),
  longitude: Type.Optional(BodyNumber),
  phone: Type.Optional(BodyText),
  directions: Type.Optional(BodyText),
  time_zone: Type.Optional(BodyText),
}
const example = { name: exampleTexts.newName, region: 'Alberta', city: 'High River' }
const location = {
  address: 'Range Road 280, High River',
  latitude: 50.5813,
  longitude: -113.8745,
  phone: '+1 403 555 0155',
  directions: 'Second gate after the grain bins.',
  time_zone: 'America/Edmonton',
}

export const siteListRules = {
  filters: siteFilters,
  sorts: siteSorts,
  sort: 'name',
  perPage: constants.siteCallPageSize,
  examples: { name: 'North Yard', name_with_customer: 'Prairie Feeders - North Yard' },
}

export const schemas = {
  list: { operationId: 'listSites', summary: 'A page of sites', ...listSchema(Site, siteListRules) },
  get: {
    operationId: 'getSite',
    summary: 'One site',
    versioned: true,
    examples: { site: { id: exampleIds.site } },
    params: Id,
    response: { 200: ItemResponse(Site) },
  },
  create: {
    operationId: 'createSite',
    summary: 'As an Admin, add a site to a customer',
    versioned: true,
    requiredFields: ['customer_id', 'name'],
    examples: {
      site: { body: { ...example, customer_id: exampleIds.customer } },
      withId: { body: { id: exampleIds.newId, customer_id: exampleIds.customer, name: exampleTexts.newName } },
    },
    body: Type.Object({ id: Type.Optional(BodyId), ...bodyFields }),
    response: { 201: ItemResponse(Site) },
  },
  change: {
    operationId: 'changeSite',
    summary: 'As an Admin, change, retire or restore a site; a site with tickets keeps its customer',
    versioned: true,
    problemStatuses: [409],
    examples: {
      facts: { id: exampleIds.emptySite, body: example },
      location: { id: exampleIds.emptySite, body: location },
      move: { id: exampleIds.emptySite, body: { customer_id: exampleIds.emptyCustomer } },
      retire: { id: exampleIds.emptySite, body: { retired: 1 } },
    },
    params: Id,
    body: Type.Object({ ...bodyFields, retired: Type.Optional(BodyFlag) }),
    response: { 200: ItemResponse(Site) },
  },
  remove: {
    operationId: 'deleteSite',
    summary: 'As an Admin, delete a site that nothing refers to',
    versioned: true,
    problemStatuses: [409],
    examples: { site: { id: exampleIds.emptySite } },
    params: Id,
    response: { 200: SuccessReply },
  },
}
