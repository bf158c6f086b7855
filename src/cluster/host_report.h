#pragma once

#include <string>

namespace xttt {

// The machine of a worker.
struct HostReport {
    std::string host;       // its name
    std::string build;      // of the program: version, compiler, instruction set
    std::string processor;  // model name
    int cores = 1;
    double speed = 0;            // random moves per second on one core, measured
    double clock_drift_ppm = 0;  // between the steady and the wall clock, measured
    double late_us = 0;          // median delay of a sleep of 1 ms
    bool synchronised = false;   // whether the wall clock is synchronised by NTP
};

std::string host_name();

// Measures the host. Takes about half a second of one core.
HostReport measure_host();

// Random moves per second on one core: the measure for scaling time limits.
double measure_core_speed();

}  // namespace xttt
