export {
  lockPostMortemFor,
  lockVisiblePostMortem,
  requireAllowed,
  requireAllowedAndUnchanged,
  requireAllowedOnNewDraft,
  requireRoleFor,
  requirePostMortemMatch,
  requireReadable,
} from './post-mortem-access.ts'
export { postMortemRoutes } from './post-mortems.routes.ts'
export { issuedAtSql } from './issued.queries.ts'
export { isoOrNull, toIso } from './iso-timestamps.ts'
export { requireSignerName } from './post-mortems.ts'
export { readForReport, readPostMortem } from './read-post-mortems.ts'
export { timeZoneOfAnimal, timeZoneOfPostMortem, timeZoneOfSample } from './site-zones.ts'
export { mayTakePostMortems, reassignPostMortems } from './schedule-post-mortem.ts'
export { restoreSkippedReasons, setSkippedReason, skippedReason } from './animal-photo-slots.queries.ts'
export {
  animalColumns,
  animalsWithNames,
  animalsWithPhotoSlots,
  type PhotoOfAnimal,
  treatmentsJson,
} from './animal-rows.queries.ts'
export {
  diagnosisCondition,
  issueGrouping,
  issueOpinions,
  opinionFields,
  opinionSeenBy,
} from './issued-opinion.queries.ts'
export {
  isPhotoThere,
  freezePhotosForClients,
  visiblePhotoColumns,
  restorePhotosOfClients,
  unfreezePhotosForClients,
} from './issued-photos.queries.ts'
export { contentOfAnimal, examinationOf, presentAnimals } from './present-animal.ts'
export { preparePartSearch, refuseBroadSearch } from './part-search.queries.ts'
export { readCardsOf } from './post-mortem-cards.queries.ts'
export { examineByPageSql, examineBySql } from './examine-by.queries.ts'
export {
  changePostMortem,
  countAnimals,
  countOpenPostMortemsOf,
  lockCounters,
  type LockedPostMortem,
  lockUserForShare,
  subjectOfPostMortem,
  touchPostMortem,
} from './post-mortems.queries.ts'
export { postMortemListRules } from './post-mortem-filters.ts'
export { postMortemsToExport, userNameSql } from './post-mortem-export.queries.ts'
export type { AddedAnimals, WithCorrection } from './related-features.ts'
