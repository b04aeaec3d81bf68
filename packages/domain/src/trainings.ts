import { constants } from './constants.ts'
import { type ValidationErrors, collectErrors, validateText } from './validation.ts'
import { texts } from './texts.ts'

export interface TrainingFields {
  title: string
  description: string | null
  pre_content: string | null
  post_content: string | null
  training_sections: { heading: string; content: string }[]
}

/** Key of an error in a section. The index counts from 0. */
export const sectionField = (index: number, field: 'heading' | 'content') => `training_sections.${index}.${field}`

/** Validates a training. Errors in sections have the keys that `sectionField` builds. */
export function validateTraining(training: TrainingFields): ValidationErrors {
  const { validation } = texts
  const { titleMax, descriptionMax, textMax, sectionsMax } = constants.training
  const sections = training.training_sections.flatMap(({ heading, content }, index) => [
    [sectionField(index, 'heading'), validateText(heading, titleMax, validation.sectionHeadingRequired)],
    [sectionField(index, 'content'), validateText(content, textMax, validation.sectionContentRequired)],
  ])
  return collectErrors({
    title: validateText(training.title, titleMax, validation.trainingTitleRequired),
    description: validateText(training.description, descriptionMax),
    pre_content: validateText(training.pre_content, textMax),
    training_sections: training.training_sections.length > sectionsMax ? validation.tooManySections(sectionsMax) : null,
    ...Object.fromEntries(sections),
    post_content: validateText(training.post_content, textMax),
  })
}
