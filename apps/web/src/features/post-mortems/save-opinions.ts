import type { PostMortem } from '@chisholm/domain/schemas'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { examinationDrafts } from './examination-drafts.ts'

/**
 * Saves what was typed of all animals and not saved yet.
 * @returns true if all of it is saved or waits for a connection
 */
export const saveOpinions = async (postMortem: PostMortem): Promise<boolean> =>
  (await diagnosisDrafts.saveAllOf(postMortem)) && (await examinationDrafts.saveAllOf(postMortem))
