import type { PostMortem } from '@chisholm/domain/schemas'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { examinationDrafts } from './examination-drafts.ts'

/**
 * Saves the unsaved input of all animals.
 * @returns true if everything is saved or queued
 */
export const saveOpinions = async (postMortem: PostMortem): Promise<boolean> =>
  (await diagnosisDrafts.saveAllOf(postMortem)) && (await examinationDrafts.saveAllOf(postMortem))
