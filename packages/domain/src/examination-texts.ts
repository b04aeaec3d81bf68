import {
  type examinationOptions,
  type lesionOptions,
  type OrganSystem,
  organSystems,
  type systemStates,
} from './examination.ts'

type Names<Values extends readonly string[]> = Record<Values[number], string>
type Options = typeof examinationOptions & typeof lesionOptions & { state: typeof systemStates }

/** Names of organ systems and of the values of an examination, on screens and in reports. */
export const systemNames: Names<typeof organSystems> = {
  external: 'External',
  body_cavities: 'Body cavities',
  respiratory: 'Respiratory',
  cardiovascular: 'Cardiovascular',
  digestive: 'Digestive',
  liver: 'Liver',
  urinary: 'Urinary',
  reproductive: 'Reproductive',
  lymphoid: 'Lymphoid',
  musculoskeletal: 'Musculoskeletal',
  nervous: 'Nervous',
}
/** The organ system that a library entry names, by its name or its value in the API; null if it names none. */
export function organSystemOf(text: string | null): OrganSystem | null {
  const named = text?.trim().toLowerCase()
  return organSystems.find((system) => system === named || systemNames[system].toLowerCase() === named) ?? null
}

export const examinationNames: { [Field in keyof Options]: Names<Options[Field]> } = {
  mode: { on_site: 'On site', photos: 'From photos' },
  extent: { complete: 'Complete', partial: 'Partial', external: 'External only', photos_only: 'Photos only' },
  state: { not_examined: 'Not examined', normal: 'Normal', abnormal: 'Abnormal' },
  role: { primary: 'Primary cause', contributing: 'Contributing', incidental: 'Incidental' },
  certainty: { suspected: 'Suspected', probable: 'Probable', confirmed: 'Confirmed' },
  basis: {
    clinical: 'clinical signs',
    gross: 'gross findings',
    photo: 'photos',
    histology: 'histology',
    laboratory: 'laboratory',
  },
  severity: { mild: 'Mild', moderate: 'Moderate', severe: 'Severe' },
  stage: { acute: 'Acute', subacute: 'Subacute', chronic: 'Chronic' },
}
