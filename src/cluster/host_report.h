#pragma once

#include <string>

#include "base/result.h"

namespace xttt {

// What a worker says about the machine it runs on.
struct HostReport {
    std::string host;       // its name
    std::string build;      // of the program: version, compiler, instruction set
    std::string processor;  // as the system names it
    int cores = 1;
    double speed = 0;            // random moves of one core in a second, measured
    double clock_drift_ppm = 0;  // how far the clocks of the system went apart, measured
    double late_us = 0;          // by how much a sleep of a millisecond was too long, at the median
    bool synchronised = false;   // whether somebody keeps the machine's clock right
};

std::string host_name();

// Takes about half a second of one core.
HostReport measure_host();

// Random moves a second of one core: what limits of time may be scaled by.
double measure_core_speed();

}  // namespace xttt
