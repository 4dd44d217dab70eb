/** What somebody would keep of an interview to come. */
export const INTERVIEW = {
  company: "Nile Robotics",
  role: "Test engineer",
  date: "2030-03-14",
  time: "14:30",
  timeZone: "Africa/Khartoum",
  stage: "technical",
  outcome: "waiting",
  notes: "Third floor. Ask for Amal.",
  questions: [
    { text: "How would you test a lift?", went: 4 },
    { text: "What do you do when you disagree?", went: null },
  ],
};
