import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import type { Opinions } from '../reports/index.ts'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { examinationDrafts } from './examination-drafts.ts'
import {
  animalsWithUndescribed,
  describeUndescribed,
  undescribedLinkId,
  undescribedSystems,
} from './undescribed-findings.ts'

/**
 * Saves the unsaved input of all animals.
 * @returns 'saved' if everything is saved or queued; 'undescribed' if abnormal findings have no description yet
 */
export async function saveOpinions(postMortem: PostMortem): Promise<'saved' | 'undescribed' | 'failed'> {
  const areDiagnosesSaved = await diagnosisDrafts.saveAllOf(postMortem)
  const areExaminationsSaved = await examinationDrafts.saveAllOf(postMortem)
  if (areDiagnosesSaved && areExaminationsSaved) return 'saved'
  return areDiagnosesSaved && animalsWithUndescribed(postMortem).length > 0 ? 'undescribed' : 'failed'
}

/** The unsaved input of a post-mortem's animals, as its report needs it. */
export const opinionsOf = (postMortem: PostMortem): Opinions => ({
  save: () => saveOpinions(postMortem),
  showUndescribed() {
    const [first] = animalsWithUndescribed(postMortem)
    if (!first) return null
    const link = document.getElementById(undescribedLinkId(first.id))
    link?.scrollIntoView({ block: 'center' })
    link?.focus({ preventScroll: true })
    return describeUndescribed(first, undescribedSystems(postMortem.id, first.id))
  },
  async discardUndescribed() {
    for (const { id } of animalsWithUndescribed(postMortem)) await examinationDrafts.of(postMortem.id, id).discard()
  },
})
