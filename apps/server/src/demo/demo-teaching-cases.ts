import type { AnimalId } from '../database/ids.ts'

/** Cases of the library, by the code of their diagnosis. Their texts name no yard, animal or person. */
const demoTeachingCases = [
  {
    diagnosisCode: 'RES-03',
    title: 'Sudden death late on feed',
    text: `A heifer over 100 days on feed was found dead with its mouth open at the morning check, after two dusty days. It was well the evening before.

The lungs did not collapse. They were heavy and rubbery, worst towards the back and top, with emphysema between the lobules; the trachea was clear. Bacterial pneumonia would be firm and dark at the front and bottom instead.

What to remember: handle such pens early in the day, keep the dust down, and look at the age of the lesion before you blame a treatment that failed.`,
  },
  {
    diagnosisCode: 'DIG-01',
    title: 'Bloat before or after death?',
    text: `A steer lay bloated on its left side a day after a step of the ration. Every carcass bloats with time, so a round belly proves nothing.

The oesophagus did: dark and congested at the neck, pale in the chest, with a clear line between them. The rumen held stable froth, and the lungs were compressed and pale.

What to remember: open the whole oesophagus and photograph the line. Without it, and without froth, keep looking for another cause.`,
  },
  {
    diagnosisCode: 'DIG-05',
    title: 'Blood at the nose is not always the lung',
    text: `An animal close to its shipping date was found dead with blood at the nose and was reported as a danger. It was stiff, did not bloat fast, and the blood had clotted, so anthrax was unlikely; it was opened after a call.

The liver held several thick-walled abscesses. One had opened into the caudal vena cava, and its clots had reached the lung, where a vessel gave way.

What to remember: follow the vena cava from the liver to the heart before you close the case as pneumonia.`,
  },
]

interface DiagnosedAnimal {
  id: AnimalId
  vet_diagnosis_id: string | null
}

/** The teaching cases, each of the first of these animals that died of its diagnosis. */
export function teachingCasesOf(animals: DiagnosedAnimal[], diagnoses: { id: string; code: string }[]) {
  return demoTeachingCases.flatMap(({ diagnosisCode, title, text }) => {
    const diagnosis = diagnoses.find(({ code }) => code === diagnosisCode)
    const animal = diagnosis && animals.find(({ vet_diagnosis_id }) => vet_diagnosis_id === diagnosis.id)
    return animal ? [{ animalId: animal.id, title, text }] : []
  })
}
